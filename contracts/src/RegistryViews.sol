// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "./interfaces/IRegistry.sol";
import {RegistryStorage} from "./RegistryStorage.sol";

/// @title What anyone may ask the register
abstract contract RegistryViews is RegistryStorage, IRegistry {
    uint256 internal constant ATTESTATION_VALIDITY = 7 days;

    /// @inheritdoc IRegistry
    function getAgent(uint256 agentId) external view returns (Agent memory) {
        return _toAgent(agentId, _existing(agentId));
    }

    /// @inheritdoc IRegistry
    function getAgentByWallet(address agentWallet) external view returns (Agent memory) {
        uint256 agentId = _boundAgent(agentWallet);
        require(agentId != 0, "No agent registered for this wallet");
        return _toAgent(agentId, _agents[agentId]);
    }

    /// @inheritdoc IRegistry
    function complianceStatus(uint256 agentId)
        external
        view
        returns (
            bool isActive,
            bool attestationCurrent,
            uint64 secondsSinceAttestation,
            uint256 childCount,
            Status status
        )
    {
        AgentRecord storage agent = _existing(agentId);
        status = agent.status;
        isActive = status == Status.Active;
        secondsSinceAttestation = uint64(block.timestamp - agent.lastAttestation);
        attestationCurrent = secondsSinceAttestation <= ATTESTATION_VALIDITY;
        childCount = agent.children.length;
    }

    /// @inheritdoc IRegistry
    function consents(uint256 agentId)
        external
        view
        returns (bool wallet, bool haftungsperson, bool parent)
    {
        return _toConsents(_existing(agentId).flags);
    }

    /// @inheritdoc IRegistry
    function refusals(uint256 agentId)
        external
        view
        returns (bool haftungsperson, bool parent)
    {
        return _toRefusals(_existing(agentId).flags);
    }

    /// @inheritdoc IRegistry
    function isWalletReleased(uint256 agentId) external view returns (bool) {
        return _existing(agentId).flags & FLAG_WALLET_RELEASED != 0;
    }

    /// @inheritdoc IRegistry
    function pendingHaftungsperson(uint256 agentId) external view returns (address) {
        return _existing(agentId).pendingHaftungsperson;
    }

    /// @inheritdoc IRegistry
    function pendingWallet(uint256 agentId) external view returns (address) {
        return _existing(agentId).pendingWallet;
    }

    /// @inheritdoc IRegistry
    function attester(uint256 agentId) external view returns (address) {
        return _existing(agentId).attester;
    }

    /// @inheritdoc IRegistry
    function retiredWallet(address wallet) external view returns (uint256) {
        return _retiredAgent(wallet);
    }

    /// @inheritdoc IRegistry
    function recordHash(uint256 agentId) external view returns (bytes32) {
        return _recordHash(agentId, _existing(agentId));
    }

    /// @inheritdoc IRegistry
    function isRegistered(address agentWallet) external view returns (bool) {
        return _boundAgent(agentWallet) != 0;
    }

    /// @inheritdoc IRegistry
    function isRegisteredAndCompliant(address agentWallet) external view returns (bool) {
        uint256 agentId = _boundAgent(agentWallet);
        if (agentId == 0) return false;
        AgentRecord storage agent = _agents[agentId];
        return agent.status == Status.Active && block.timestamp - agent.lastAttestation <= ATTESTATION_VALIDITY;
    }

    /// @inheritdoc IRegistry
    function walletToAgent(address agentWallet) external view returns (uint256) {
        return _boundAgent(agentWallet);
    }

    /// @inheritdoc IRegistry
    function nextAgentId() external view returns (uint256) {
        return _nextAgentId;
    }

    /// @inheritdoc IRegistry
    function totalAgents() external view returns (uint256) {
        return _nextAgentId - 1;
    }

    /// @inheritdoc IRegistry
    function getChildren(uint256 agentId) external view returns (uint256[] memory) {
        return _childrenPage(agentId, 0, type(uint256).max);
    }

    /// @inheritdoc IRegistry
    function getChildrenPage(uint256 agentId, uint256 offset, uint256 limit)
        external
        view
        returns (uint256[] memory)
    {
        return _childrenPage(agentId, offset, limit);
    }

    /// @inheritdoc IRegistry
    function getRevenueHistory(uint256 agentId)
        external
        view
        returns (RevenueReport[] memory)
    {
        return _revenuePage(agentId, 0, type(uint256).max);
    }

    /// @inheritdoc IRegistry
    function getRevenuePage(uint256 agentId, uint256 offset, uint256 limit)
        external
        view
        returns (RevenueReport[] memory)
    {
        return _revenuePage(agentId, offset, limit);
    }

    /// @dev No agent has the zero wallet, so the verdict slot alone shows whether there is one.
    function _existing(uint256 agentId) internal view returns (AgentRecord storage agent) {
        agent = _agents[agentId];
        require(agent.agentWallet != address(0), "Agent not found");
    }

    function _toAgent(uint256 agentId, AgentRecord storage agent) private view returns (Agent memory) {
        return Agent({
            agentId: agentId,
            creator: agent.creator,
            haftungsperson: agent.haftungsperson,
            agentWallet: agent.agentWallet,
            constitutionHash: agent.constitutionHash,
            capabilityHash: agent.capabilityHash,
            operationalScope: string(_loadScope(agent)),
            parentAgentId: agent.parentAgentId,
            generation: agent.generation,
            selfModifying: agent.flags & FLAG_SELF_MODIFYING != 0,
            registeredAt: agent.registeredAt,
            lastAttestation: agent.lastAttestation,
            lastRevenueReport: agent.lastRevenueReport,
            status: agent.status
        });
    }

    function _recordHash(uint256 agentId, AgentRecord storage agent) internal view returns (bytes32) {
        return keccak256(
            abi.encode(
                agentId,
                agent.creator,
                agent.haftungsperson,
                agent.agentWallet,
                agent.constitutionHash,
                agent.capabilityHash,
                keccak256(_loadScope(agent)),
                agent.parentAgentId,
                agent.flags & FLAG_SELF_MODIFYING != 0
            )
        );
    }

    function _toRefusals(uint8 flags) internal pure returns (bool haftungsperson, bool parent) {
        haftungsperson = flags & FLAG_HAFTUNGSPERSON_REFUSED != 0;
        parent = flags & FLAG_PARENT_REFUSED != 0;
    }

    /// @dev A wallet has no refusal of its own: it is released instead.
    function _toRefusal(uint8 consent) internal pure returns (uint8) {
        return (consent & (FLAG_HAFTUNGSPERSON_CONSENT | FLAG_PARENT_CONSENT)) << REFUSAL_SHIFT;
    }

    function _toConsents(uint8 flags) internal pure returns (bool wallet, bool haftungsperson, bool parent) {
        wallet = flags & FLAG_WALLET_CONSENT != 0;
        haftungsperson = flags & FLAG_HAFTUNGSPERSON_CONSENT != 0;
        parent = flags & FLAG_PARENT_CONSENT != 0;
    }

    function _childrenPage(uint256 agentId, uint256 offset, uint256 limit)
        private
        view
        returns (uint256[] memory page)
    {
        uint64[] storage children = _existing(agentId).children;
        page = new uint256[](_pageLength(children.length, offset, limit));
        for (uint256 i = 0; i < page.length; ++i) page[i] = children[offset + i];
    }

    function _revenuePage(uint256 agentId, uint256 offset, uint256 limit)
        private
        view
        returns (RevenueReport[] memory page)
    {
        PackedReport[] storage reports = _existing(agentId).reports;
        page = new RevenueReport[](_pageLength(reports.length, offset, limit));
        for (uint256 i = 0; i < page.length; ++i) {
            PackedReport memory report = reports[offset + i];
            page[i] = RevenueReport({
                agentId: agentId,
                amount: report.amount,
                currency: _names[report.currencyId],
                category: _names[report.categoryId],
                periodStart: report.periodStart,
                periodEnd: report.periodEnd,
                reportedAt: report.reportedAt
            });
        }
    }

    function _pageLength(uint256 total, uint256 offset, uint256 limit) private pure returns (uint256) {
        if (offset >= total) return 0;
        uint256 remaining = total - offset;
        return remaining < limit ? remaining : limit;
    }
}
