// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../../src/interfaces/IRegistry.sol";
import {Replica} from "./Replica.sol";

/// @title What the register must answer, said a second time
/// @dev The specification's guards in their order, over the replica's state. Each function gives the
/// reason for which the call must be refused, or nothing if it must be accepted.
abstract contract Refusals {
    struct Registration {
        address haftungsperson;
        address agentWallet;
        bytes32 constitutionHash;
        bytes32 capabilityHash;
        string operationalScope;
        uint256 parentAgentId;
        bool selfModifying;
    }

    struct Report {
        uint256 agentId;
        uint256 amount;
        string currency;
        string category;
        uint64 periodStart;
        uint64 periodEnd;
    }

    Replica internal replica;

    function refusalOfRegistration(address sender, Registration memory r) internal view returns (string memory) {
        if (r.parentAgentId != 0) {
            if (!_exists(r.parentAgentId)) return "Parent agent not found";
            IRegistry.Agent memory parent = replica.getAgent(r.parentAgentId);
            if (parent.status != IRegistry.Status.Active) return "Parent agent not active";
            if (parent.generation + 1 > replica.maxGenerationDepth()) return "Max generation depth exceeded";
        }
        if (!_mayEnter(r.agentWallet, sender)) return "Wallet already registered to another agent";
        bool mayInherit = r.parentAgentId != 0 && _isParty(sender, r.parentAgentId);
        if (r.haftungsperson == address(0) && !mayInherit) return "Haftungsperson required";
        if (r.agentWallet == address(0)) return "Agent wallet required";
        if (bytes(r.operationalScope).length > 1_000) return "Operational scope too long";
        return "";
    }

    function refusalOfAgentCall(address sender, uint256 agentId) internal view returns (string memory) {
        if (!_exists(agentId)) return "Agent not found";
        if (!_isParty(sender, agentId)) return "Not authorized for this agent";
        if (replica.getAgent(agentId).status != IRegistry.Status.Active) return "Agent not active";
        return "";
    }

    function refusalOfReport(address sender, Report memory r) internal view returns (string memory refusal) {
        refusal = refusalOfAgentCall(sender, r.agentId);
        if (bytes(refusal).length != 0) return refusal;
        if (r.amount > 2 ** 53 - 1) return "Amount too large";
        if (!_isName(r.currency)) return "Invalid currency";
        if (!_isName(r.category)) return "Invalid category";
        if (r.periodStart > r.periodEnd || r.periodEnd > block.timestamp) return "Invalid reporting period";
        return "";
    }

    /// @dev For the regulators' three functions, by the states from which they lead away.
    function refusalOfRegulatorCall(
        address sender,
        uint256 agentId,
        bool fromActive,
        bool fromSuspended,
        string memory otherwise
    ) internal view returns (string memory) {
        if (!replica.isRegulator(sender) && sender != replica.owner()) return "Only regulator";
        if (!_exists(agentId)) return "Agent not found";
        IRegistry.Status status = replica.getAgent(agentId).status;
        if (status == IRegistry.Status.Active && fromActive) return "";
        if (status == IRegistry.Status.Suspended && fromSuspended) return "";
        return otherwise;
    }

    function refusalOfOwnerCall(address sender) internal view returns (string memory) {
        return sender == replica.owner() ? "" : "Only owner";
    }

    function refusalOfAcceptance(address sender) internal view returns (string memory) {
        return sender == replica.pendingOwner() ? "" : "Only pending owner";
    }

    function _exists(uint256 agentId) internal view returns (bool) {
        return agentId != 0 && agentId <= replica.totalAgents();
    }

    function _isParty(address account, uint256 agentId) internal view returns (bool) {
        IRegistry.Agent memory agent = replica.getAgent(agentId);
        bool isWallet = account == agent.agentWallet && !replica.isWalletReleased(agentId);
        // A wallet that was replaced in this entry acts for it no longer, as its creator neither.
        bool isCreator = account == agent.creator && replica.retiredWallet(account) != agentId;
        return isWallet || isCreator || account == agent.haftungsperson;
    }

    function _mayEnter(address wallet, address sender) private view returns (bool) {
        if (replica.reservedIn(wallet) != 0) return sender == wallet;
        return replica.walletToAgent(wallet) == 0 && replica.retiredWallet(wallet) == 0;
    }

    function _isName(string memory name) private pure returns (bool) {
        return bytes(name).length >= 1 && bytes(name).length <= 31;
    }
}
