// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ERC2771Context} from "@openzeppelin/contracts/metatx/ERC2771Context.sol";
import {IRegistry} from "./interfaces/IRegistry.sol";

/// @title Owner and regulators
/// @dev The specification fixes the revert strings, so this is not OpenZeppelin's Ownable2Step.
abstract contract RegistryRoles is IRegistry, ERC2771Context {
    /// @inheritdoc IRegistry
    address public override owner;
    /// @inheritdoc IRegistry
    address public override pendingOwner;
    /// @inheritdoc IRegistry
    mapping(address account => bool) public override isRegulator;

    modifier onlyOwner() {
        _requireOwner();
        _;
    }

    modifier onlyRegulator() {
        _requireRegulator();
        _;
    }

    /// @dev The deployer is `msg.sender` itself: a constructor is never forwarded.
    constructor() {
        owner = msg.sender;
        emit OwnershipTransferred(address(0), msg.sender);
    }

    /// @inheritdoc IRegistry
    function addRegulator(address regulator) external onlyOwner {
        if (isRegulator[regulator]) return;
        isRegulator[regulator] = true;
        emit RegulatorAdded(regulator, _msgSender());
    }

    /// @inheritdoc IRegistry
    function removeRegulator(address regulator) external onlyOwner {
        if (!isRegulator[regulator]) return;
        isRegulator[regulator] = false;
        emit RegulatorRemoved(regulator, _msgSender());
    }

    /// @inheritdoc IRegistry
    function transferOwnership(address newOwner) external onlyOwner {
        if (pendingOwner == newOwner) return;
        pendingOwner = newOwner;
        emit OwnershipTransferStarted(owner, newOwner);
    }

    /// @inheritdoc IRegistry
    function acceptOwnership() external {
        address sender = _msgSender();
        require(sender == pendingOwner, "Only pending owner");
        address oldOwner = owner;
        owner = sender;
        pendingOwner = address(0);
        emit OwnershipTransferred(oldOwner, sender);
    }

    function _requireOwner() private view {
        require(_msgSender() == owner, "Only owner");
    }

    function _requireRegulator() private view {
        address sender = _msgSender();
        require(isRegulator[sender] || sender == owner, "Only regulator");
    }
}
