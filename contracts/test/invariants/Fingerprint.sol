// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../../src/interfaces/IRegistry.sol";

/// @title One number for all that a register's views say
/// @dev Two registers that answer every view alike have the same fingerprints, and only they.
library Fingerprint {
    function ofAgent(IRegistry register, uint256 agentId) internal view returns (bytes32) {
        IRegistry.Agent memory agent = register.getAgent(agentId);
        return keccak256(
            abi.encode(
                agent,
                register.getAgentByWallet(agent.agentWallet),
                register.getChildren(agentId),
                register.getRevenueHistory(agentId),
                _consents(register, agentId),
                _compliance(register, agentId),
                ofAddress(register, agent.agentWallet)
            )
        );
    }

    function ofRoles(IRegistry register) internal view returns (bytes32) {
        return keccak256(
            abi.encode(
                register.owner(),
                register.pendingOwner(),
                register.maxGenerationDepth(),
                register.totalAgents(),
                register.nextAgentId()
            )
        );
    }

    /// @dev What the register says of an address, registered or not.
    function ofAddress(IRegistry register, address account) internal view returns (bytes32) {
        return keccak256(
            abi.encode(
                register.isRegulator(account),
                register.isRegistered(account),
                register.isRegisteredAndCompliant(account),
                register.walletToAgent(account)
            )
        );
    }

    function _consents(IRegistry register, uint256 agentId) private view returns (bytes32) {
        (bool wallet, bool haftungsperson, bool parent) = register.consents(agentId);
        return keccak256(abi.encode(wallet, haftungsperson, parent));
    }

    function _compliance(IRegistry register, uint256 agentId) private view returns (bytes32) {
        (bool isActive, bool isCurrent, uint64 age, uint256 childCount, IRegistry.Status status) =
            register.complianceStatus(agentId);
        return keccak256(abi.encode(isActive, isCurrent, age, childCount, status));
    }
}
